import { integer, text } from 'drizzle-orm/sqlite-core';
import type { GatewayToken } from '../gateways/gateway.ts';
import type { Mode } from '../protocol/vocabulary.ts';

export const mode = () => text('mode').$type<Mode>().notNull();
export const gateway = () => text('gateway').$type<GatewayToken>().notNull();
export const flag = (name: string) => integer(name, { mode: 'boolean' });
