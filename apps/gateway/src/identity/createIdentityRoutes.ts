import { isAddress } from '@latchkey/core/plugin'
import type { Address } from 'viem'
import type { GatewayContext } from '../context.js'
import { type Answer, toJsonAnswer } from '../http/answer.js'
import { GatewayFault } from '../http/GatewayFault.js'
import type { Route } from '../http/route.js'
import { createNameStore } from '../names/createNameStore.js'
import type { NameSettings } from '../names/nameSettings.js'
import type { Identity } from './identity.js'
import { readEnsIdentity } from './readEnsIdentity.js'

/** Seconds that an identity may be kept. [S9.2] */
const maxAge = 300

/** What an address is called: by ENS where a chain has it, else by the names that are kept here. [S7.3] */
export function createIdentityRoutes(context: GatewayContext, { zone }: NameSettings = {}): readonly Route[] {
  const names = context.database && createNameStore(context.database)
  const findOwn = async (address: string): Promise<Identity | undefined> => {
    const [profile] = (await names?.findOf(address)) ?? []
    if (!profile) return undefined
    const name = zone === undefined ? profile.name : `${profile.name}.${zone}`
    return { name, avatar: profile.attributes[0]?.avatar ?? null }
  }
  const findEns = async (address: Address, signal: AbortSignal): Promise<Identity | undefined> => {
    for (const { ens, node } of context.chains.all) {
      const found = ens && (await readEnsIdentity(node, { registry: ens.registry, address, signal }))
      if (found) return found
    }
    return undefined
  }
  const answer: Route['answer'] = async ({ path: { address = '' }, signal }): Promise<Answer> => {
    const none = { name: null, avatar: null }
    if (isAddress('eip155', address) && address.startsWith('0x')) {
      const identity = (await findEns(address as Address, signal)) ?? (await findOwn(address)) ?? none
      return toJsonAnswer(identity, { maxAge })
    }
    // accounts of other chain families bear no names
    if (isAddress('solana', address) || isAddress('bip122', address)) return toJsonAnswer(none, { maxAge })
    throw new GatewayFault('That is no address.', { status: 400, code: 'BAD_REQUEST' })
  }
  return [{ method: 'GET', path: '/v1/identity/{address}', answer }]
}
