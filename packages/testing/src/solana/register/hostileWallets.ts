import { keyIcon } from '../../scripted/wallet.js'

export type HostileWallet = {
  readonly name: string
  /** The registered value. */
  readonly wallet: unknown
  /** Whether the wallet works and has a name, so that only its metadata is to be refused. */
  readonly isUsable: boolean
}

/** Registrations that a page must survive. Conflicting ones come in pairs. */
export function* hostileWallets(): Generator<HostileWallet, void, undefined> {
  const fail = (): never => {
    throw new Error('thrown by a hostile wallet')
  }
  const trap = new Proxy({}, { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail })
  const connect = { version: '1.0.0', connect: async () => ({ accounts: [] }) }
  const features = { 'standard:connect': connect, 'solana:signMessage': { version: '1.0.0', signMessage: fail } }
  let count = 0
  const sound = (): object => {
    count += 1
    const own = { version: '1.0.0', name: `Hostile ${count}`, icon: keyIcon, chains: ['solana:mainnet'] }
    return { ...own, features, accounts: [] }
  }
  const broken = (name: string, wallet: unknown): HostileWallet => ({ name, wallet, isUsable: false })
  const suspicious = (name: string, lie: object): HostileWallet => ({
    name,
    wallet: { ...sound(), ...lie },
    isUsable: true,
  })
  const throwing = (field: string): object => Object.defineProperty(sound(), field, { get: fail })

  yield broken('nothing', null)
  yield broken('a text', 'wallet')
  yield broken('an object that throws when it is read', trap)
  for (const field of ['name', 'icon', 'chains', 'features'])
    yield broken(`a getter of ${field} that throws`, throwing(field))
  yield broken('features that throw when they are read', { ...sound(), features: trap })
  yield broken('chains that throw when they are read', { ...sound(), chains: new Proxy([], { get: fail }) })
  yield broken('an empty name', { ...sound(), name: '' })
  yield broken('a name of spaces', { ...sound(), name: ' \u00a0\u200b' })
  yield broken('a name that is no text', { ...sound(), name: { toString: fail } })
  yield broken('no chains', { ...sound(), chains: undefined })
  yield broken('chains of another family', { ...sound(), chains: ['sui:mainnet'] })
  yield broken('no features', { ...sound(), features: undefined })
  yield broken('no way to connect', { ...sound(), features: { 'solana:signMessage': {} } })
  yield broken('nothing to sign with', { ...sound(), features: { 'standard:connect': connect } })
  yield broken('features that are no objects', {
    ...sound(),
    features: { 'standard:connect': true, 'solana:signIn': 1 },
  })

  yield { name: 'accounts that throw when they are read', wallet: throwing('accounts'), isUsable: true }
  yield suspicious('a name of 10000 characters', { name: 'W'.repeat(10_000) })
  yield suspicious('a name that turns its direction', { name: 'Wal\u202eksaMateM\u202c' })
  yield suspicious('a name with markup', { name: '<img src=x onerror=alert(1)>' })
  yield suspicious('__proto__ as name', { name: '__proto__' })
  yield suspicious('an icon that is a script', { icon: 'javascript:alert(1)' })
  yield suspicious('an icon that is a page', { icon: 'data:text/html,<script>alert(1)</script>' })
  yield suspicious('an icon with a script', {
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
  })
  yield suspicious('an icon of 5 MB', { icon: `data:image/png;base64,${'A'.repeat(5_000_000)}` })
  yield suspicious('an icon on another host', { icon: 'https://tracker.example/icon.png' })
  yield suspicious('no icon', { icon: undefined })
  yield suspicious('a hundred thousand chains', { chains: Array.from({ length: 100_000 }, () => 'solana:mainnet') })
  yield suspicious('a name', { name: 'Twice' })
  yield broken('the same name once more', { ...sound(), name: 'Twice' })
}
