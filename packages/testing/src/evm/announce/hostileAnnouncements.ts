import { keyIcon } from '../../scripted/wallet.js'
import { createUuid } from './announceProvider.js'

export type HostileAnnouncement = {
  readonly name: string
  /** The detail of an `eip6963:announceProvider` event. */
  readonly detail: unknown
  /** Whether the provider works and has a name, so that only its metadata is to be refused. */
  readonly isUsable: boolean
}

/** Announcements that a page must survive. Conflicting ones come in pairs. */
export function* hostileAnnouncements(): Generator<HostileAnnouncement, void, undefined> {
  const provider = { request: () => Promise.resolve([]), on: () => provider, removeListener: () => provider }
  const info = (lie: object = {}): object => ({
    uuid: createUuid(),
    name: 'Hostile',
    icon: keyIcon,
    rdns: `example.h${createUuid().slice(0, 8)}`,
    ...lie,
  })
  const broken = (name: string, detail: unknown): HostileAnnouncement => ({ name, detail, isUsable: false })
  const suspicious = (name: string, lie: object): HostileAnnouncement => ({
    name,
    detail: { info: info(lie), provider },
    isUsable: true,
  })
  const fail = (): never => {
    throw new Error('thrown by a hostile wallet')
  }
  const trap = new Proxy({}, { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail })

  yield broken('no detail', null)
  yield broken('a text as detail', 'wallet')
  yield broken('no info', { provider })
  yield broken('no provider', { info: info() })
  yield broken('a provider without request()', { info: info(), provider: { on: () => provider } })
  yield broken('a request that is no function', { info: info(), provider: { ...provider, request: 'eth_accounts' } })
  yield broken('a detail that throws when it is read', trap)
  yield broken('info that throws when it is read', { info: trap, provider })
  yield broken('a provider that throws when it is read', { info: info(), provider: trap })
  yield broken('a getter that throws', Object.defineProperty({ provider }, 'info', { get: fail }))
  yield broken('a name that throws', { info: Object.defineProperty(info(), 'name', { get: fail }), provider })
  yield broken('an empty name', { info: info({ name: '' }), provider })
  yield broken('a name of spaces', { info: info({ name: ' \u00a0\u200b' }), provider })
  yield broken('a name that is no text', { info: info({ name: { toString: fail } }), provider })
  yield broken('no uuid', { info: info({ uuid: undefined }), provider })
  yield broken('a prototype as rdns', { info: info({ rdns: ['__proto__'] }), provider })

  yield suspicious('a name of 10000 characters', { name: 'W'.repeat(10_000) })
  yield suspicious('a name that turns its direction', { name: 'Wal\u202eksaMateM\u202c' })
  yield suspicious('a name with markup', { name: '<img src=x onerror=alert(1)>' })
  yield suspicious('__proto__ as rdns', { rdns: '__proto__' })
  yield suspicious('an icon that is a script', { icon: 'javascript:alert(1)' })
  yield suspicious('an icon that is a page', { icon: 'data:text/html,<script>alert(1)</script>' })
  yield suspicious('an icon with a script', {
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
  })
  yield suspicious('an icon of 5 MB', { icon: `data:image/png;base64,${'A'.repeat(5_000_000)}` })
  yield suspicious('an icon on another host', { icon: 'https://tracker.example/icon.png' })
  yield suspicious('an icon that is no text', { icon: { href: 'x' } })
  yield suspicious('no icon', { icon: undefined })

  const uuid = createUuid()
  yield suspicious('a uuid', { uuid, name: 'First of a uuid' })
  yield suspicious('the same uuid with another name', { uuid, name: 'Second of a uuid' })
  yield suspicious('an rdns', { rdns: 'example.same', name: 'First of an rdns' })
  yield suspicious('the same rdns with another uuid', { rdns: 'example.same', name: 'Second of an rdns' })
}
