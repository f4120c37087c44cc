import { matchesPattern } from '@chatferry/contract';
import type { FaultRule } from './fault-rule.ts';

/** Selects the rules that apply to each request. */
export class FaultSelector {
  readonly #cards: { readonly rule: FaultRule; requests: number }[];

  constructor(rules: readonly FaultRule[]) {
    this.#cards = rules.map((rule) => ({ rule, requests: 0 }));
  }

  /** Counts a request. @returns the rules that apply to it, in the order they were given */
  draw(operation: string): FaultRule[] {
    const hits: FaultRule[] = [];
    for (const card of this.#cards) {
      if (!matchesPattern(operation, card.rule.operation ?? '*')) continue;
      card.requests++;
      if (isHit(card.rule, card.requests)) hits.push(card.rule);
    }
    return hits;
  }
}

function isHit({ when, seed = 1 }: FaultRule, request: number): boolean {
  if (when === undefined) return true;
  if ('nth' in when) return request === when.nth;
  if ('every' in when) return request % when.every === 0;
  if ('from' in when) return request >= when.from && request <= (when.to ?? Infinity);
  return fraction(seed, request) < when.probability;
}

/** A number in [0, 1) that depends only on `seed` and `number`. Mixes the bits as splitmix32 does. */
export function fraction(seed: number, number: number): number {
  let bits = (Math.imul(seed, 0x9e37_79b1) + Math.imul(number, 0x85eb_ca6b)) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0_aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a_2d97);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}
