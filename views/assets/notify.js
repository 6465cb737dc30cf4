/** Loaded where notifications are neither allowed nor denied yet. */
const button = document.querySelector('[data-notify]');

button.hidden = false;
button.addEventListener('click', async () => {
  await Notification.requestPermission();
  button.hidden = true;
});
