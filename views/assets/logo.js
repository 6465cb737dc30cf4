/** A chosen image goes into its field as a data URL: it is sent with the form, and nothing is loaded from elsewhere. */
const place = document.querySelector('[data-logo]');
const field = document.querySelector('[name="brand.logo"]');

place.hidden = false;
place.querySelector('input').addEventListener('change', ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  const reader = new FileReader();
  reader.addEventListener('load', () => {
    field.value = reader.result;
  });
  reader.readAsDataURL(file);
});
