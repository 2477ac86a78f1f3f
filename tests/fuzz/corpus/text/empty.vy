program e
