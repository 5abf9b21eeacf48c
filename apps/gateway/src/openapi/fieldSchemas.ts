const caipAddress = { type: 'string', description: 'CAIP-10' }
const atomic = { type: 'string', pattern: '^\\d{1,78}$', description: 'Atomic units' }
const decimal = { type: ['string', 'number'], description: 'Decimal number without an exponent' }
const signature = { type: 'string', description: '0x hex' }
const list = { type: 'array' }
const object = { type: 'object' }

type Schema = { readonly [key: string]: unknown; readonly type: string | readonly string[] }

/** Of fields that callers send; those that are not here are texts. */
export const fieldSchemas: Readonly<Record<string, Schema>> = {
  from: caipAddress,
  to: caipAddress,
  userAddress: caipAddress,
  tokenAddress: caipAddress,
  amount: { ...atomic, description: 'Atomic units; of purchases a decimal number' },
  chainId: { type: 'string', description: 'CAIP-2' },
  addresses: { type: 'array', items: caipAddress, maxItems: 10 },
  eip155: { type: 'object', properties: { slippage: decimal }, description: 'Slippage in per cent, up to 50' },
  disableEstimate: { type: 'boolean' },
  coin_type: { type: 'integer', description: 'SLIP-44, ENSIP-11' },
  signature,
  destinationWallets: list,
  presetFiatAmount: decimal,
  presetCryptoAmount: decimal,
  purchaseCurrency: { type: ['string', 'object'] },
  paymentCurrency: { type: ['string', 'object'] },
  expiry: { type: 'integer', description: 'Seconds since the epoch' },
  signer: object,
  permissions: list,
  policies: list,
  project: object,
  timestamp: { type: 'number' },
  props: object,
}
