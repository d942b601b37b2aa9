"""How the running page bears many visitors and long use."""
