import { startSandbox } from './src/index.ts';
import { allProbes } from './src/compare/probes/all-probes.ts';
import { play } from './src/compare/play.ts';
import { Model } from './src/compare/model.ts';
import { explain } from './src/compare/explain.ts';
import { findingsOf } from './src/compare/findings.ts';
const settings: any = process.argv[2] ? JSON.parse(process.argv[2]) : {};
await using live = await startSandbox({ settings });
const mobile='0912345678';
const probes = allProbes((t)=>t, mobile);
let n=0;
const t0=performance.now();
const service={url:live.url, apiKey:live.account.apiKey, accessToken:live.account.accessTokens.test, mobileNumber:mobile, timeoutMs:5000,pauseMs:0, wait: async(ms:number)=>{ if(ms) await live.clock.advance(ms)}, elapsedMs:()=>performance.now()-t0, invoice:()=>`x-${++n}`};

const {compare}=await import('./src/compare/compare.ts');
const c=await compare({service,base:{},named:(t)=>t,mayLock:true,known:new Map(),begins:(p)=>{},ended:()=>{}});
console.log('took', performance.now()-t0);
console.log(JSON.stringify(c.patch)); console.log(JSON.stringify(c.seen));
for(const f of c.findings) if (f.verdict!=='confirmed') console.log(f.verdict, f.about, '|', f.live, '|', f.sandbox, '|', f.change===undefined?'':JSON.stringify(f.change), f.why??'');
