// The answer to a form has the form's address, where no page is. Reloading it would submit the form again.
history.replaceState(null, '', document.querySelector('[data-address]').dataset.address);
