import { aggregator } from './aggregator.ts';
import { cardgw } from './cardgw.ts';
import { localbankcards } from './localbankcards.ts';
import { walletA } from './walletA.ts';
import { walletB } from './walletB.ts';

/** Every gateway by its token, the neutral name of the API document. To add one, write its definition and list it here. */
export const registry = {
  walletA,
  walletB,
  localbankcards,
  cardgw,
  aggregator,
};
