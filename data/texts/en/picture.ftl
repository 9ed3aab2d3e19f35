# What a picture says to those who read it.

picture-reconstructed = reconstructed
picture-order-hidden = hidden order
