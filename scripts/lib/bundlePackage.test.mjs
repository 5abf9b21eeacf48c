import { describe, expect, it } from 'vitest'
import { assignOwners } from './bundlePackage.mjs'

/** A graph with the imports of each module; its dynamic imports are behind a bar. */
const toGraph = (/** @type {Record<string, string>} */ modules) =>
  new Map(
    Object.entries(modules).map(([name, text]) => {
      const [imports = [], later = []] = text.split('|').map((part) => part.split(' ').filter(Boolean))
      return [name, { imports, later }]
    }),
  )

/** @type {(modules: Record<string, string>, ...features: Parameters<typeof assignOwners>[2][number][]) => Record<string, string | undefined>} */
const owners = (modules, ...features) => Object.fromEntries(assignOwners(toGraph(modules), ['index'], features))

describe('assignOwners', () => {
  it('keeps modules that the entry imports in their own files', () => {
    expect(owners({ index: 'a', a: 'b', b: '', send: 'b' }, ['send'])).toEqual({
      index: undefined,
      a: undefined,
      b: undefined,
      send: 'send',
    })
  })

  it('assigns modules that features share to the first of these features', () => {
    const modules = {
      index: '',
      account: 'amounts',
      send: 'amounts address',
      swap: 'address',
      amounts: '',
      address: '',
    }
    expect(owners(modules, ['account'], ['send'], ['swap'])).toMatchObject({ amounts: 'account', address: 'send' })
  })

  it('assigns modules of given folders that several later features import to one shared chunk', () => {
    const shared = { name: 'parts', folders: ['parts'] }
    const modules = {
      index: '| rates',
      shell: 'parts/icon',
      send: 'parts/icon parts/tabs parts/field',
      swap: 'parts/tabs send-form',
      rates: 'parts/bar parts/tabs',
      'parts/icon': '',
      'parts/tabs': 'parts/tab',
      'parts/tab': '',
      'parts/field': '',
      'parts/bar': '',
      'send-form': '',
    }
    expect(owners(modules, ['shell'], shared, ['send'], ['swap'])).toMatchObject({
      'parts/icon': 'shell',
      'parts/tabs': 'parts',
      'parts/tab': 'parts',
      'parts/field': 'send',
      'parts/bar': 'rates',
      'send-form': 'swap',
    })
  })

  it('joins the entries of a feature into one chunk', () => {
    const modules = { index: '', login: 'email', social: 'popup', send: 'popup', email: '', popup: '' }
    expect(owners(modules, ['login', 'social'], ['send'])).toMatchObject({ social: 'login', popup: 'login' })
  })

  it('treats dynamically imported modules as features, after the named ones', () => {
    const modules = {
      index: '| mark account',
      mark: 'amounts',
      account: 'amounts | rates',
      amounts: '',
      rates: '| far',
      far: '',
    }
    expect(owners(modules, ['account'])).toMatchObject({ mark: 'mark', amounts: 'account', rates: 'rates', far: 'far' })
  })

  it('follows cycles, and ignores other packages', () => {
    expect(owners({ index: 'react', send: 'a viem', a: 'send' }, ['send'])).toEqual({
      index: undefined,
      send: 'send',
      a: 'send',
    })
  })
})
