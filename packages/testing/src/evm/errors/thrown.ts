import type { WalletErrorCase } from './walletErrorCase.js'

export function thrown(name: string, error: unknown, carriesCode = true): WalletErrorCase {
  return { name, error, behaviour: { kind: 'throw', value: error }, carriesCode }
}
