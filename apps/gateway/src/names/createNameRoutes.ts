import type { GatewayContext } from '../context.js'
import { needDatabase } from '../database/needDatabase.js'
import { toJsonAnswer } from '../http/answer.js'
import { GatewayFault } from '../http/GatewayFault.js'
import type { Route } from '../http/route.js'
import { createSignatureCheck } from '../signatures/createSignatureCheck.js'
import { createNameStore, type NameStore } from './createNameStore.js'
import type { NameSettings } from './nameSettings.js'
import { parseName } from './parseName.js'
import { registerName } from './registerName.js'
import { suggestNames } from './suggestNames.js'

const evmAddress = /^0x[0-9a-f]{40}$/i

/** Names that stand for addresses. [S7.13, S7.14, S7.15, S7.16] */
export function createNameRoutes(context: GatewayContext, { zone }: NameSettings = {}): readonly Route[] {
  const getStore = (): NameStore => createNameStore(needDatabase(context))
  const check = createSignatureCheck(context)
  const show = (name: string): string => (zone === undefined ? name : `${name}.${zone}`)
  const read = (text = ''): string => {
    const name = parseName(text, zone)
    if (name !== null) return name
    const rule = 'A name is made of letters, digits and hyphens, from 4 to 64 of them.'
    throw new GatewayFault(rule, { status: 400, code: 'BAD_REQUEST' })
  }
  return [
    {
      method: 'GET',
      path: '/v1/profile/account/{name}',
      answer: async ({ path }) => {
        const profile = await getStore().find(read(path['name']))
        if (!profile) throw new GatewayFault('Nobody has that name.', { status: 404, code: 'NOT_FOUND' })
        return toJsonAnswer({ ...profile, name: show(profile.name) })
      },
    },
    {
      method: 'GET',
      path: '/v1/profile/reverse/{address}',
      answer: async ({ path: { address = '' } }) => {
        if (!evmAddress.test(address))
          throw new GatewayFault('That is no address.', { status: 400, code: 'BAD_REQUEST' })
        const profiles = await getStore().findOf(address)
        return toJsonAnswer(profiles.map((profile) => ({ ...profile, name: show(profile.name) })))
      },
    },
    {
      method: 'GET',
      path: '/v1/profile/suggestions/{name}',
      answer: async ({ path }) => {
        const suggestions = await suggestNames(read(path['name']), getStore().findTaken)
        return toJsonAnswer({ suggestions: suggestions.map((one) => ({ ...one, name: show(one.name) })) })
      },
    },
    {
      method: 'POST',
      path: '/v1/profile/account',
      answer: async ({ body, headers, signal }) => {
        const { origin } = headers
        await registerName({ store: getStore(), check, zone, now: context.now() }, { body, origin, signal })
        return toJsonAnswer({ success: true })
      },
    },
  ]
}
