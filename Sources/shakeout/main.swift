print("shakeout")
