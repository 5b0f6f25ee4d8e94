// Fires once for each finished booking, wherever on the page it was made. It carries nothing about the customer.
document.addEventListener("embed:booked", () => {
  document.getElementById("thanks").hidden = false
})
