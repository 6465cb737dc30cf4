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
  const { files } = event.dataTransfer;
  const isOne = files.length === 1;
  form.querySelector('[role="alert"]').hidden = isOne;
  if (isOne) {
    form.elements.story.files = files;
    form.requestSubmit();
    return;
  }
  const fold = form.closest('details');
  if (fold) fold.open = true;
  form.scrollIntoView({ block: 'nearest' });
});

function hasFile({ dataTransfer }) {
  return dataTransfer?.types.includes('Files') ?? false;
}
