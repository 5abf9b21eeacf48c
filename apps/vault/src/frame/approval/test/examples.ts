import { base58 } from '@scure/base'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import type { Psbt } from 'bitcoinjs-lib'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { TransferHold } from '../../../protocol/custody.js'
import type { Simulation } from '../../../protocol/simulation.js'
import type { Summary } from '../../../protocol/summary.js'
import { describeRequest } from '../../../signing/readRequest.js'
import { toSmartAccount } from '../../../signing/smart/smartAccount.js'
import { createPsbt, ordinal, payment, regtest, stranger } from '../../../signing/testing/psbts.js'
import { accounts, createRequest, now, otherAddress } from '../../../signing/testing/requests.js'

/** The input of the approval screen, created with the vault's own description of a request. */
export type Example = {
  readonly summary: Summary
  readonly network: object
  readonly tokens?: object
  readonly simulation?: Simulation
  readonly hold?: TransferHold
}

const solana = { caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana', symbol: 'SOL', decimals: 9 }
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ethereum = {
  caipNetworkId: 'eip155:1',
  name: 'Ethereum',
  symbol: 'ETH',
  decimals: 18,
  tokens: [{ address: token.toLowerCase(), symbol: 'USDC', decimals: 6 }],
}
const tokens = { [token.toLowerCase()]: { symbol: 'USDC', decimals: 6 } }
const from = accounts.eip155

const evm = (method: string, params: unknown): Example => ({
  summary: describeRequest(createRequest(method, params)).summary,
  network: ethereum,
  tokens,
})
const createBitcoin = (psbt: Psbt): Example => ({
  summary: describeRequest(createRequest('bip122_signPsbt', { psbt: psbt.toBase64() }, { chain: regtest })).summary,
  network: { caipNetworkId: regtest, name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
})
const send = (change: object): Example =>
  evm('eth_sendTransaction', [
    { from, nonce: '0x7', gas: '0x5208', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00', ...change },
  ])
const sendCalls = (terms: object): Example =>
  evm('wallet_sendCalls', [
    {
      version: '2.0.0',
      calls: [
        { to: otherAddress, value: '0x3782dace9d90000' },
        { to: token, data: `0x095ea7b3${word(otherAddress)}${'f'.repeat(64)}` },
        { to: otherAddress, data: '0x12345678' },
      ],
    },
    {
      nonce: '0x7',
      callGasLimit: '0x30d40',
      verificationGasLimit: '0x30d40',
      preVerificationGas: '0xc350',
      maxFeePerGas: '0x77359400',
      maxPriorityFeePerGas: '0x3b9aca00',
      ...terms,
    },
  ])
const message = (text: string): Example => evm('personal_sign', [`0x${Buffer.from(text).toString('hex')}`, from])
const word = (value: string): string => value.replace('0x', '').toLowerCase().padStart(64, '0')

const siwe = [
  'app.example wants you to sign in with your Ethereum account:',
  from,
  '',
  'Welcome to Example. Signing in costs nothing.',
  '',
  'URI: https://app.example/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: k13sdfWWQ2hqO8',
  `Issued At: ${new Date(now).toISOString()}`,
  'Expiration Time: 2026-11-23T09:00:00.000Z',
]

const permit = {
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token },
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  message: { owner: from, spender: otherAddress, value: String(2n ** 256n - 1n), nonce: 0, deadline: 1_800_000_000 },
}

function createSolana(): Example {
  const payer = new PublicKey(accounts.solana)
  const to = Keypair.fromSeed(new Uint8Array(32).fill(9)).publicKey
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: to.toBase58() }).add(
    ComputeBudgetProgram.setComputeUnitLimit({ units: 60_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 50_000 }),
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: 1_250_000_000 }),
    new TransactionInstruction({
      programId: to,
      keys: [{ pubkey: payer, isSigner: true, isWritable: true }],
      data: Buffer.from([1, 2, 3]),
    }),
  )
  const wire = base58.encode(transaction.serialize({ requireAllSignatures: false }))
  const request = createRequest('solana_signAndSendTransaction', { transaction: wire })
  return { summary: describeRequest(request).summary, network: solana }
}

/** An unknown call, such as a swap, with the result of its simulation. */
const simulated = (simulation: Partial<Extract<Simulation, { status: 'done' }>>): Example => ({
  ...send({ to: otherAddress, gas: '0xfde8', value: '0x2386f26fc10000', data: `0x12345678${'ab'.repeat(96)}` }),
  simulation: { status: 'done', sends: [], receives: [], allows: [], gives: [], ...simulation },
})
const usdc = { type: 'token', address: token.toLowerCase(), symbol: 'USDC', decimals: 6 } as const
const fake = { ...usdc, address: otherAddress.toLowerCase() }
const native = { type: 'native' } as const
const collection = { address: `0x${'cc'.repeat(20)}`, symbol: 'KEY' }

type Name =
  | 'text'
  | 'name'
  | 'twice'
  | 'long'
  | 'hidden'
  | 'hash'
  | 'signIn'
  | 'send'
  | 'transfer'
  | 'unlimited'
  | 'revokes'
  | 'firstItem'
  | 'unknown'
  | 'named'
  | 'permit'
  | 'solana'
  | 'bitcoin'
  | 'ordinals'
  | 'offer'
  | 'calls'
  | 'sponsored'
  | 'permission'
  | 'swap'
  | 'imitation'
  | 'rights'
  | 'nothing'
  | 'unavailable'
  | 'fails'
  | 'held'

export const examples: { readonly [name in Name]: Example } = {
  text: message('Welcome to Example!\n\nPlease prove that this is your account.'),
  name: message(
    JSON.stringify({ name: 'ada.latchkey.id', attributes: {}, timestamp: 1_764_547_200, tags: ['one', 'two'] }),
  ),
  twice: message('{"name":"ada.latchkey.id","name":"eve"}'),
  long: message(Array.from({ length: 120 }, (_, index) => `Line ${index + 1} of the terms.`).join('\n')),
  // for the smart account, because the key's own account only signs printable text
  hidden: evm('personal_sign', [
    `0x${Buffer.from('Pay \u202e001\u202c to \u200bBob\u0000\u0000\u0000, שלום עולם — see https://app.example').toString('hex')}`,
    toSmartAccount({ eip155: from }).address,
  ]),
  hash: evm('personal_sign', [`0x${'9f'.repeat(32)}`, toSmartAccount({ eip155: from }).address]),
  signIn: message(siwe.join('\n')),
  send: send({ to: otherAddress, value: '0x3782dace9d90000' }),
  transfer: send({ to: token, gas: '0xfde8', data: `0xa9059cbb${word(otherAddress)}${word('0x2540be400')}` }),
  unlimited: send({ to: token, gas: '0xfde8', data: `0x095ea7b3${word(otherAddress)}${'f'.repeat(64)}` }),
  revokes: send({ to: token, gas: '0xfde8', data: `0x095ea7b3${word(otherAddress)}${word('0x0')}` }),
  firstItem: send({ to: collection.address, gas: '0xfde8', data: `0x095ea7b3${word(otherAddress)}${word('0x0')}` }),
  named: send({
    to: token,
    gas: '0xfde8',
    data: encodeFunctionData({
      abi: parseAbi(['function safeMint(address to, string uri)']),
      args: [otherAddress as Hex, 'ipfs://a\u202eb\0'],
    }),
  }),
  unknown: send({ to: token, gas: '0xfde8', value: '0x2386f26fc10000', data: `0x12345678${'ab'.repeat(96)}` }),
  permit: evm('eth_signTypedData_v4', [from, permit]),
  calls: sendCalls({ deploys: true }),
  sponsored: sendCalls({
    deploys: false,
    paymaster: otherAddress,
    paymasterData: '0x',
    paymasterVerificationGasLimit: '0x1',
    paymasterPostOpGasLimit: '0x1',
  }),
  permission: evm('wallet_grantPermissions', [
    {
      expiry: now / 1_000 + 7 * 86_400,
      signer: { type: 'wallet' },
      permissions: [
        { type: 'native-token-transfer', data: { allowance: '0x16345785d8a0000' } },
        { type: 'erc20-token-transfer', data: { address: token, allowance: '0x989680' } },
        { type: 'contract-call', data: { address: otherAddress, functions: ['play(uint256)'] } },
      ],
    },
  ]),
  solana: createSolana(),
  bitcoin: createBitcoin(
    createPsbt(
      [{ ...payment, sats: 40_000_000n }],
      [
        { script: stranger, sats: 25_000_000n },
        { script: payment.script, sats: 14_998_590n },
      ],
    ),
  ),
  ordinals: createBitcoin(
    createPsbt(
      [ordinal, { ...payment, sats: 60_000n }],
      [
        { script: Uint8Array.of(0x6a, 0x02, 0x68, 0x69), sats: 0n },
        { script: stranger, sats: 100_000n },
        { script: Uint8Array.of(0x51), sats: 30_000n },
      ],
    ),
  ),
  offer: createBitcoin(
    createPsbt([{ ...ordinal, sats: 10_000n, sighashType: 0x83 }], [{ script: payment.script, sats: 1_250_000n }]),
  ),
  swap: simulated({
    sends: [{ asset: usdc, amount: '5000000' }],
    receives: [{ asset: native, amount: '1600000000000000' }],
  }),
  imitation: simulated({
    sends: [{ asset: native, amount: '10000000000000000' }],
    receives: [{ asset: fake, amount: '5000000000' }],
  }),
  rights: simulated({
    sends: [{ asset: { type: 'item', ...collection, id: '7' }, amount: '1' }],
    allows: [
      { asset: usdc, spender: otherAddress, amount: '1', isUnlimited: true },
      { asset: { type: 'collection', ...collection }, spender: otherAddress, amount: '1', isUnlimited: true },
    ],
    isPartial: true,
  }),
  nothing: simulated({}),
  unavailable: { ...send({ to: otherAddress, value: '0x1' }), simulation: { status: 'unavailable', reason: 'node' } },
  fails: { ...createSolana(), simulation: { status: 'fails', reason: 'There isn’t enough in the account.' } },
  held: {
    ...send({ to: otherAddress, value: '0x3782dace9d90000' }),
    simulation: {
      status: 'done',
      receives: [],
      allows: [],
      gives: [],
      sends: [{ asset: native, amount: '250000000000000000' }],
    },
    hold: { until: now + 86_400_000, reason: 'recipient' },
  },
}
