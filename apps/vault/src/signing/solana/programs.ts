/** Programs whose instructions are read. */
export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  memoV1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
} as const

/** Programs that have a name and nothing more. */
const names: { readonly [program: string]: string } = {
  [programs.system]: 'System',
  [programs.token]: 'Token',
  [programs.token2022]: 'Token-2022',
  [programs.associatedToken]: 'Associated Token',
  [programs.computeBudget]: 'Compute Budget',
  [programs.memo]: 'Memo',
  [programs.memoV1]: 'Memo',
  Stake11111111111111111111111111111111111111: 'Stake',
  Vote111111111111111111111111111111111111111: 'Vote',
  AddressLookupTab1e1111111111111111111111111: 'Address Lookup Table',
  BPFLoaderUpgradeab1e11111111111111111111111: 'Program Loader',
  Ed25519SigVerify111111111111111111111111111: 'Signature Check',
  KeccakSecp256k11111111111111111111111111111: 'Signature Check',
}

/** What a program is called, where it is one of the chain itself. Names of others could be claimed by anybody. */
export function getProgramName(program: string): string | undefined {
  return Object.hasOwn(names, program) ? names[program] : undefined
}
