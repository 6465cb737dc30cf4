/** Puts a chosen image into its field as a data URL, so that it is submitted with the form. */
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
