// Copies words between buffers, as a launch of a list of the vulkan device.
program vyre_copy
in  from : u32[]
out to   : u32[len(from)]
workgroup 64
grid len(from)

to[gid.x] = from[gid.x]
