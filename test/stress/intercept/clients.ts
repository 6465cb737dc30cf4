import { join } from 'node:path';
import { execPath } from 'node:process';
import type { Places } from './places.ts';

/** A real client to try with `exec --intercept`, unchanged or as the docs describe. */
export interface ClientProgram {
  readonly name: string;
  readonly command: readonly string[];
  /** What it needs in addition to the environment of `exec`, in words for the docs. */
  readonly needs?: string;
  /** It cannot reach the sandbox without changes. The next entry says what it needs. */
  readonly isHopeless?: boolean;
}

const here = import.meta.dirname;
const url = 'https://api.example.test/api/v1/transaction/walletB/verify';
const form = 'mobile_number=0945678901&amount=10.00';
const shell = (text: string) => ['sh', '-c', `${text} | grep -q process_id`];
const keys = '"Authorization: Bearer $GATEWAY_ACCESS_TOKEN" KEY "X-API-KEY: $GATEWAY_API_KEY"';

export function clientPrograms(places: Places): readonly ClientProgram[] {
  return [...ofNode(places), ...ofPython(places), ...ofPhp(places), ...others(places)];
}

function ofNode({ npm }: Places): readonly ClientProgram[] {
  const file = join(here, 'client.mjs');
  const names = {
    ...{ 'axios-0': 'axios 0', 'axios-1.7': 'axios 1.7', axios: 'axios', got: 'got' },
    ...{ 'node-fetch': 'node-fetch', undici: 'undici', fetch: "Node's `fetch`" },
  };
  const node = (id: string) => [execPath, file, id, npm];
  return [
    ...Object.entries(names).map(([id, name]) => ({ name, command: node(id) })),
    { name: 'superagent', command: node('superagent'), isHopeless: true },
    {
      name: 'superagent',
      command: node('superagent-agent'),
      needs: '`.agent(https.globalAgent)` on each request',
    },
  ];
}

function ofPython({ debian }: Places): readonly ClientProgram[] {
  const path = `PYTHONPATH=${join(debian, 'usr/lib/python3/dist-packages')}`;
  const python = (id: string) => ['env', path, '/usr/bin/python3', join(here, 'client.py'), id];
  return [
    { name: 'Python urllib', command: python('urllib') },
    { name: 'Python requests', command: python('requests') },
    { name: 'Python httpx', command: python('httpx') },
    { name: 'Python urllib3', command: python('urllib3'), isHopeless: true },
    {
      name: 'Python urllib3',
      command: python('urllib3-proxy'),
      needs:
        '`ProxyManager(os.environ["HTTPS_PROXY"], proxy_headers=…, ca_certs=os.environ["SSL_CERT_FILE"])`',
    },
    { name: 'Python aiohttp', command: python('aiohttp'), isHopeless: true },
    { name: 'Python aiohttp', command: python('aiohttp-env'), needs: '`ClientSession(trust_env=True)`' },
  ];
}

function ofPhp({ debian }: Places): readonly ClientProgram[] {
  const path = `include_path=${join(debian, 'usr/share/php')}`;
  const php = (id: string) => ['php', '-d', path, join(here, 'client.php'), id];
  return [
    { name: 'PHP curl', command: php('curl') },
    { name: 'PHP streams', command: php('stream'), isHopeless: true },
    {
      name: 'PHP streams',
      command: php('stream-proxy'),
      needs: 'the context options `proxy` and `request_fulluri`, and a `Proxy-Authorization` header',
    },
    { name: 'Guzzle', command: php('guzzle') },
    { name: 'Guzzle with its stream handler', command: php('guzzle-stream') },
  ];
}

function others({ debian, go }: Places): readonly ClientProgram[] {
  const java = (id: string) => ['java', join(here, 'Client.java'), id];
  const perl = 'PERL5LIB=$0/usr/share/perl5:$(echo $0/usr/lib/*/perl5/* | tr " " :) exec perl -e "$1"';
  const script = `use LWP::UserAgent; my $r = LWP::UserAgent->new->post('${url}', [mobile_number => '0945678901', amount => '10.00'], Authorization => "Bearer $ENV{GATEWAY_ACCESS_TOKEN}", 'X-API-KEY' => $ENV{GATEWAY_API_KEY}); print "$LWP::UserAgent::VERSION\\n"; exit($r->decoded_content =~ /process_id/ ? 0 : 1)`;
  return [
    { name: 'curl', command: shell(`curl -s ${url} -H ${keys.replace('KEY', '-H')} -d '${form}'`) },
    {
      name: 'wget',
      command: shell(`wget -qO- ${url} --header ${keys.replace('KEY', '--header')} --post-data '${form}'`),
    },
    { name: 'Go net/http', command: [go] },
    { name: 'Java HttpClient', command: java('HttpClient') },
    { name: 'Java HttpURLConnection', command: java('HttpURLConnection') },
    { name: 'Perl LWP', command: ['sh', '-c', perl, debian, script] },
  ];
}
