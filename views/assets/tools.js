const wide = matchMedia('(min-width: 64rem)');

/** The tester tools: the dock, the presets, and the button that fills in the code. */
export function activateTools(form) {
  const tools = document.querySelector('details.tools');
  if (!tools) return;
  dock(tools);
  wide.addEventListener('change', () => dock(tools));
  const presets = tools.querySelector('[data-presets]');
  presets.addEventListener('change', ({ target }) => fillPreset(form, target));
  // Capture, so that this runs before the preview reads the fields.
  document.addEventListener('input', ({ target }) => leavePreset(presets, target), { capture: true });
  tools.querySelector('[data-fill-code]')?.addEventListener('click', ({ currentTarget }) => {
    form.elements.code.value = currentTarget.dataset.fillCode;
    form.elements.code.dispatchEvent(new Event('input', { bubbles: true }));
    form.querySelector('[data-testid="pay"]').focus();
  });
}

/** Docked tools are always open. On a phone, the drawer stays as it is. */
function dock(tools) {
  if (wide.matches) tools.open = true;
}

function fillPreset(form, radio) {
  for (const [name, value] of new URLSearchParams(radio.dataset.sets)) form.elements[name].value = value;
  form.elements.order.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A field changed by hand no longer matches a preset. */
function leavePreset(presets, field) {
  if (!field.closest('[data-testid="advanced"]')) return;
  const values = (name) => field.form.elements[name].value;
  for (const radio of presets.querySelectorAll('[name="preset"]'))
    radio.checked = [...new URLSearchParams(radio.dataset.sets)].every(
      ([name, value]) => values(name) === value,
    );
}
