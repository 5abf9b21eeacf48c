import { createPublicKey, verify } from 'node:crypto'
import type { Abilities, Connector, Namespace } from '@latchkey/core'
import { RpcError, waitFor } from '@latchkey/core/plugin'
import {
  type Devnet,
  fundAccount,
  fundSolana,
  type RunningSolana,
  solanaCaipNetworkId,
  startDevnet,
  startSolana,
} from '@latchkey/devnet'
import { assertCase, type ConnectorRig, type ConnectorSubject, connectorCases, createTestUser } from '@latchkey/testing'
import { base58 } from '@scure/base'
import { Connection, Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import { createClient, http, parseEther, verifyMessage, verifyTypedData } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRig, type Rig } from '../test/createRig.js'
import { isConfirmed } from '../test/isConfirmed.js'
import { solanaDevnet, toNetwork } from '../test/networks.js'

let devnet: Devnet
let solana: RunningSolana
beforeAll(async () => {
  ;[devnet, solana] = await Promise.all([startDevnet(), startSolana({ slotMs: 50 })])
})
afterAll(async () => {
  await Promise.all([devnet.stop(), solana.stop()])
})

const { signal: never } = new AbortController()
const typedData = {
  domain: { name: 'Conformance', version: '1' },
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  message: { text: 'Hello' },
} as const

/**
 * The connector with the login that core starts when `connect` is `UNAUTHORIZED`: a view's prompt, answered by the same user who
 * decides in the frame.
 */
function withLogin(rig: Rig, namespace: Namespace, names: readonly (keyof Abilities)[]) {
  const { connector, context, frame } = rig
  const user = createTestUser()
  let logins = 0
  let login: Promise<void> | undefined
  const logIn = async (): Promise<void> => {
    logins++
    if (!(await user.ask())) throw new RpcError(4001, 'USER_REJECTED')
    await rig.login()
  }
  const isLoggedOut = (cause: unknown): boolean => (cause as { readonly code?: unknown }).code === 'UNAUTHORIZED'
  const whole: Connector = {
    ...connector,
    features: Object.fromEntries(
      names.map((name) => [
        name,
        async (request: never) =>
          (connector.getFeatures?.(namespace)[name] as ((request: never) => unknown) | undefined)?.(request),
      ]),
    ),
    async connect(wanted) {
      // the key's own account, as its signatures can be checked without a contract
      const request = { ...wanted, accountType: 'eoa' as const }
      try {
        return await connector.connect(request)
      } catch (cause) {
        if (request.silent || !isLoggedOut(cause)) throw cause
      }
      login ??= logIn().finally(() => {
        login = undefined
      })
      await waitFor(login, { env: context.env, signal: request.signal })
      return connector.connect(request)
    },
  }
  const both = (name: keyof typeof user.controls) => (): void => {
    user.controls[name]()
    frame.user[name]()
  }
  const wallet: ConnectorRig['wallet'] = {
    approve: both('approve'),
    reject: both('reject'),
    hang: both('hang'),
    release: both('release'),
    prompts: () => logins + frame.prompts(),
    canRevoke: true,
    switchesUnasked: true,
    // in another tab: the frame reports it with the next request
    async revokeAccess() {
      frame.logOut()
      await connector.connect({ namespace, silent: true, signal: never }).catch(() => undefined)
    },
  }
  return { connector: whole, wallet }
}

const evmSubject: ConnectorSubject = {
  async create() {
    const [first, second = first] = devnet.chains
    const [network, otherNetwork] = [first, second].map(({ id, rpcUrl }) => toNetwork(`eip155:${id}`, rpcUrl)) as [
      ReturnType<typeof toNetwork>,
      ReturnType<typeof toNetwork>,
    ]
    const rig = createRig({ networks: [network, otherNetwork], smartAccountNetworks: [first.id, second.id] })
    const { address } = rig.frame.keys.evm
    await fundAccount(first.rpcUrl, address, parseEther('1'))
    const names = ['message:sign', 'typedData:sign', 'transaction:send', 'capabilities:read', 'network:switch'] as const
    const { connector, wallet } = withLogin(rig, 'eip155', names)
    return {
      connector,
      namespace: 'eip155',
      network,
      otherNetwork,
      wallet: {
        ...wallet,
        async selectAccount(index) {
          const type = index === 0 ? 'eoa' : 'smartAccount'
          await rig.getClient().call('SET_PREFERRED_ACCOUNT', { type }, { signal: never })
        },
        async selectNetwork(caipNetworkId) {
          const chainId = `0x${Number(caipNetworkId.split(':')[1]).toString(16)}`
          const provider = await rig.getEvm()
          await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
        },
      },
      checks: {
        'message:sign': {
          request: { message: 'Hello' },
          verify: (signature) => verifyMessage({ address, message: 'Hello', signature: signature as '0x' }),
        },
        'typedData:sign': {
          request: { typedData } as never,
          verify: (signature) => verifyTypedData({ ...typedData, address, signature: signature as '0x' }),
        },
        'transaction:send': {
          request: { transaction: { to: '0x00000000000000000000000000000000000000ff', value: 1n } } as never,
          async verify(hash) {
            const client = createClient({ transport: http(first.rpcUrl), pollingInterval: 10 })
            return (await waitForTransactionReceipt(client, { hash: hash as '0x' })).status === 'success'
          },
        },
      },
      destroy: () => rig.connector.destroy(),
    }
  },
}

const solanaSubject: ConnectorSubject = {
  async create() {
    const network = toNetwork(solanaCaipNetworkId, solana.rpcUrl)
    const otherNetwork = toNetwork(solanaDevnet)
    const rig = createRig({ networks: [network, otherNetwork] })
    const key = rig.frame.keys.solana.publicKey
    await fundSolana(solana.rpcUrl, key.toBase58(), 1_000_000_000)
    const connection = new Connection(solana.rpcUrl, 'confirmed')
    const { blockhash } = await connection.getLatestBlockhash()
    const toPubkey = Keypair.generate().publicKey
    const instruction = SystemProgram.transfer({ fromPubkey: key, toPubkey, lamports: 1_000_000 })
    const transaction = new Transaction({ feePayer: key, recentBlockhash: blockhash })
      .add(instruction)
      .serialize({ requireAllSignatures: false })
    const isSigned = (bytes: Uint8Array): boolean => Transaction.from(bytes).verifySignatures()
    const names = [
      'message:sign',
      'transaction:sign',
      'transaction:signAll',
      'transaction:send',
      'network:switch',
    ] as const
    return {
      ...withLogin(rig, 'solana', names),
      namespace: 'solana',
      network,
      otherNetwork,
      checks: {
        'message:sign': {
          request: { message: 'Hello' },
          verify: (signature) => {
            const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.toBytes()])
            const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
            return verify(null, new TextEncoder().encode('Hello'), publicKey, base58.decode(signature))
          },
        },
        'transaction:sign': { request: { transaction }, verify: isSigned },
        'transaction:signAll': {
          request: { transactions: [transaction, transaction] },
          verify: (signed) => signed.every(isSigned),
        },
        'transaction:send': {
          request: { transaction } as never,
          verify: (signature) => isConfirmed(connection, signature),
        },
      },
      destroy: () => rig.connector.destroy(),
    }
  },
}

/** Only the client listens to the frame, and its own tests check for leftover listeners. A switch needs no prompt. */
const absent = /leaves no listener|^network:switch: rejects|^calls:|^features: all others/

describe('on EVM', () => {
  for (const item of connectorCases)
    it(item.name, () =>
      expect(assertCase(item, evmSubject, new RegExp(`${absent.source}|^transaction:sign`))).resolves.toBeUndefined(),
    )
})

describe('on Solana', () => {
  // a Solana login has one account, and the app chooses the network
  const more = /^typedData:sign|^capabilities:|^change: |^destroy: emits nothing/
  for (const item of connectorCases)
    it(item.name, () =>
      expect(assertCase(item, solanaSubject, new RegExp(`${absent.source}|${more.source}`))).resolves.toBeUndefined(),
    )
})
