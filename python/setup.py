"""Builds libvyre, or takes it from $VYRE_LIBRARIES, and puts it beside the Python files.

The package then needs nothing of the system but a C library: libvyre.so.0 stands in the package's
folder, and finds libvyre-llvm.so and the standard library next to itself.
"""
import os
import shutil
import subprocess
import sys

from setuptools import setup
from setuptools.command.build_ext import build_ext

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import bindings  # noqa: E402


class Build(build_ext):
    def run(self):
        folder = os.environ.get("VYRE_LIBRARIES")
        if not folder:
            subprocess.run([os.path.join(bindings.ROOT, "scripts", "build"), "device",
                            "vyre vyre_llvm"], check=True)
            folder = os.path.join(bindings.ROOT, "build", "device")
        for extension in self.extensions:
            extension.library_dirs.append(folder)
        super().run()
        for built in self.get_outputs():
            self.gather(folder, os.path.dirname(built))
        if self.inplace:
            self.gather(folder, os.path.join(HERE, "vyre"))

    @staticmethod
    def gather(folder, target):
        for name in ("libvyre.so.0", "libvyre-llvm.so"):
            shutil.copy(os.path.join(folder, name), target)
        library = os.path.join(target, "share", "vyre", "lib")
        shutil.copytree(os.path.join(bindings.ROOT, "lib"), library, dirs_exist_ok=True)


setup(
    cffi_modules=["bindings.py:builder"],
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
