import { aggregator } from './aggregator.ts';
import { cardgw } from './cardgw.ts';
import { localbankcards } from './localbankcards.ts';
import { walletA } from './walletA.ts';
import { walletB } from './walletB.ts';

/** Every gateway by its neutral token. To add one, write its definition and list it here. */
export const registry = {
  walletA,
  walletB,
  localbankcards,
  cardgw,
  aggregator,
};
