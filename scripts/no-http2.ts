/**
 * The sandbox speaks HTTP/1.1 alone, and no request is one of HTTP/2's. The bundle takes this for `node:http2`, which @hono/node-server looks
 * at: to load Node's takes a twentieth of a start, and 7 MB.
 */
export class Http2ServerRequest {}
export const constants = {};
