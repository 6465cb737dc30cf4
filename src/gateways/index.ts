import { aggregator } from './aggregator.ts';
import { cardgw } from './cardgw.ts';
import type { Gateway, GatewayToken } from './gateway.ts';
import { localbankcards } from './localbankcards.ts';
import { walletA } from './walletA.ts';
import { walletB } from './walletB.ts';

/** The registry: a sixth gateway is one file and one line here. */
export const gateways: Readonly<Record<GatewayToken, Gateway>> = {
  walletA,
  walletB,
  localbankcards,
  cardgw,
  aggregator,
};

// Object.keys loses the keys' type.
export const gatewayTokens = Object.keys(gateways) as readonly GatewayToken[];
