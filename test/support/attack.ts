/** The results of a hostile script. */
export interface Found {
  /** The number of requests that would have changed something. */
  readonly writes: number;
  /** Everything that it could read. Should be empty. */
  readonly read: readonly string[];
}

/** Requests that would change something if our own pages sent them. */
const writes: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
  ['/checkout/pay', { token: 'token-1', number: '9111111111111111', expiry: '12/30' }],
  ['/checkout/cancel', { token: 'token-1' }],
  ['/checkout/back', { token: 'token-1' }],
  ['/checkout/resend', { token: 'token-1' }],
  ['/checkout/extend', { token: 'token-1' }],
  ['/checkout/tools', { token: 'token-1', action: 'approve' }],
  ['/_sandbox/inbox/1/expire', {}],
  ['/_sandbox/inbox/1/lock', {}],
  ['/_sandbox/api/reset', {}],
  ['/_sandbox/api/checkouts/token-1/approve', {}],
  ['/_sandbox/api/callbacks/1/release', {}],
  ['/_sandbox/account/demo/show', {}],
];
const reads = [
  '/_sandbox/',
  '/_sandbox/inbox',
  '/_sandbox/api/otps',
  '/_sandbox/api/accounts/demo',
  '/_sandbox/transactions/export/json',
  '/_sandbox/events',
  '/checkout?token=token-1',
];

/**
 * A script for an attacker's page that tries every way in which a browser can send a request to another site
 * or read the answer. `waitMs`: how long to wait for what may never load.
 */
export function attack(sandboxUrl: string, waitMs = 3000): string {
  return `(${run})(${JSON.stringify({ sandboxUrl, writes, reads, waitMs })})`;
}

// Runs in a browser, without our modules.
const run = `async ({ sandboxUrl, writes, reads, waitMs }) => {
  const read = [];
  let sent = 0;
  const noted = (how) => (text) => { if (text !== undefined && text !== 'refused') read.push(how + ': ' + String(text).slice(0, 80)); };
  const textOf = (request) => request.then((answer) => (answer.type === 'opaque' ? answer.text().then((text) => text || 'refused') : answer.text())).catch(() => 'refused');

  const formTo = (path, fields, enctype, method) => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'f' + Math.random() });
    document.body.append(frame);
    const form = Object.assign(document.createElement('form'), { action: sandboxUrl + path, method, enctype, target: frame.name });
    for (const [name, value] of Object.entries(fields)) form.append(Object.assign(document.createElement('input'), { name, value }));
    document.body.append(form);
    // An empty frame has loaded when it is put in: what loads next is the answer.
    const answered = new Promise((resolve) => {
      frame.onload = () => resolve(frame);
      setTimeout(() => resolve(frame), waitMs);
    });
    form.submit();
    return answered;
  };
  const frames = [];
  const asked = [];
  for (const [path, fields] of writes) {
    const url = sandboxUrl + path;
    const body = () => new URLSearchParams(fields);
    for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      sent += 1;
      frames.push(formTo(path, fields, enctype, 'post'));
    }
    for (const init of [
      { mode: 'no-cors', credentials: 'include' },
      { mode: 'no-cors', keepalive: true },
      { mode: 'no-cors', referrerPolicy: 'no-referrer' },
      { mode: 'cors', credentials: 'include' },
    ]) {
      sent += 1;
      asked.push(textOf(fetch(url, { method: 'POST', body: body(), ...init })).then(noted('fetch ' + path)));
    }
    if (navigator.sendBeacon(url, body())) sent += 1;
    if (navigator.sendBeacon(url, JSON.stringify(fields))) sent += 1;
    frames.push(formTo(path, { ...fields, _method: 'POST' }, '', 'get'));
    // It has to ask before, and nobody says yes.
    asked.push(textOf(fetch(url, { method: 'PATCH', headers: { 'X-HTTP-Method-Override': 'POST' } })).then(noted('PATCH ' + path)));
  }

  const loaded = (element, attribute, url, extra = {}) => new Promise((resolve) => {
    const it = Object.assign(document.createElement(element), extra);
    it.onload = () => resolve(it);
    it.onloadedmetadata = () => resolve(it);
    it.onerror = () => resolve(undefined);
    setTimeout(() => resolve(undefined), waitMs);
    it[attribute] = url;
    document.body.append(it);
  });
  const looks = reads.flatMap((path) => {
    const url = sandboxUrl + path;
    const ofElement = (how) => (it) => noted(how + ' ' + path)(it && 'loaded');
    const ofFrame = (how) => (it) => {
      let text;
      try { text = it?.contentDocument?.body.textContent; } catch { text = undefined; }
      noted(how + ' ' + path)(text || undefined);
    };
    const elements = () => [
      textOf(fetch(url, { mode: 'no-cors', credentials: 'include' })).then(noted('no-cors ' + path)),
      loaded('script', 'src', url).then(ofElement('script')),
      loaded('script', 'src', url, { type: 'module' }).then(ofElement('module')),
      loaded('link', 'href', url, { rel: 'stylesheet' }).then(ofElement('stylesheet')),
      loaded('img', 'src', url).then(ofElement('img')),
      loaded('video', 'src', url).then(ofElement('video')),
      loaded('audio', 'src', url).then(ofElement('audio')),
      loaded('iframe', 'src', url).then(ofFrame('iframe')),
      loaded('object', 'data', url).then(ofFrame('object')),
      loaded('embed', 'src', url).then(ofFrame('embed')),
    ];
    return [
      // A stream has no end that an element would wait for.
      ...(path === '/_sandbox/events' ? [] : elements()),
      textOf(fetch(url)).then(noted('cors ' + path)),
      textOf(fetch(url, { credentials: 'include' })).then(noted('cors with cookies ' + path)),
      new Promise((resolve) => {
        const source = new EventSource(url, { withCredentials: true });
        source.onmessage = (message) => resolve(message.data);
        source.onopen = () => resolve('open');
        source.onerror = () => { source.close(); resolve(undefined); };
      }).then(noted('EventSource ' + path)),
      new Promise((resolve) => {
        const socket = new WebSocket(url.replace('http', 'ws'));
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve(undefined);
      }).then(noted('WebSocket ' + path)),
    ];
  });
  await Promise.all([...asked, ...looks]);
  for (const frame of await Promise.all(frames)) {
    let text;
    try { text = frame.contentDocument?.body.textContent; } catch { text = undefined; }
    noted('form')(text || undefined);
  }
  return { writes: sent, read };
}`;
