// Presses "Check again" for the customer: polls for the confirmation for two minutes.
const lookEveryMs = 1500;
const lookAtMost = 80;

for (let looks = 0; looks < lookAtMost; looks += 1) {
  await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  const order = await fetch(`${location.pathname}.json`)
    .then((response) => response.json())
    .catch(() => ({ status: 'pending' }));
  if (order.status !== 'pending') {
    location.reload();
    break;
  }
}
