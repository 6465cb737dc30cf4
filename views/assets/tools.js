const wide = matchMedia('(min-width: 64rem)');

/** The tester tools: docked where there is room, the presets, the message that fills itself in. */
export function activateTools(form) {
  const tools = document.querySelector('details.tools');
  if (!tools) return;
  dock(tools);
  wide.addEventListener('change', () => dock(tools));
  const presets = tools.querySelector('[data-presets]');
  presets.addEventListener('change', ({ target }) => fillPreset(form, target));
  // Told of every field before the preview reads them.
  document.addEventListener('input', ({ target }) => leavePreset(presets, target), { capture: true });
  tools.querySelector('[data-fill-code]')?.addEventListener('click', ({ currentTarget }) => {
    form.elements.code.value = currentTarget.dataset.fillCode;
    form.elements.code.dispatchEvent(new Event('input', { bubbles: true }));
    form.querySelector('[data-testid="pay"]').focus();
  });
}

/** Docked, the content always shows; the drawer on a phone stays as it is. */
function dock(tools) {
  if (wide.matches) tools.open = true;
}

function fillPreset(form, radio) {
  for (const [name, value] of new URLSearchParams(radio.dataset.sets)) form.elements[name].value = value;
  form.elements.order.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A field that is changed by hand belongs to no preset. */
function leavePreset(presets, field) {
  if (!field.closest('[data-testid="advanced"]')) return;
  const values = (name) => field.form.elements[name].value;
  for (const radio of presets.querySelectorAll('[name="preset"]'))
    radio.checked = [...new URLSearchParams(radio.dataset.sets)].every(
      ([name, value]) => values(name) === value,
    );
}
