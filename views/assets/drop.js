// A payment file can be dropped anywhere on the page. The form works without this script.
const form = document.querySelector('[data-drop]');
const { body } = document;

document.addEventListener('dragover', (event) => {
  if (!hasFile(event)) return;
  event.preventDefault();
  body.toggleAttribute('data-dropping', true);
});
document.addEventListener('dragleave', (event) => {
  // Leaving one element for another one keeps the mark.
  if (event.relatedTarget === null) body.removeAttribute('data-dropping');
});
document.addEventListener('drop', (event) => {
  body.removeAttribute('data-dropping');
  if (!hasFile(event)) return;
  event.preventDefault();
  form.elements.story.files = event.dataTransfer.files;
  form.requestSubmit();
});

function hasFile({ dataTransfer }) {
  return dataTransfer?.types.includes('Files') ?? false;
}
