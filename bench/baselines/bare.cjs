// The same server as bare.js, as CommonJS: Node starts a module of that kind sooner.
const { createServer } = require('node:http');

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('Content-Type', 'application/json').end('{"status":200,"message":"hello"}');
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })),
);
