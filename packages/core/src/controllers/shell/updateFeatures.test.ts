import { expect, test } from 'vitest'
import { resolveFeatures } from '../../modal/features.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { updateFeatures } from './features.js'

const featuresOf = (features?: Parameters<typeof resolveFeatures>[0]): ReturnType<typeof resolveFeatures> =>
  createTestModal({ features }).modal.getState().features

test('email, socials, swaps, on-ramp, activity, send, receive, branding default to on; pay and multi-wallet to off', () => {
  expect(featuresOf()).toMatchObject({
    email: true,
    socials: expect.arrayContaining(['google']),
    swaps: true,
    onramp: true,
    activity: true,
    send: true,
    receive: true,
    branding: true,
    pay: false,
    multiWallet: false,
  })
})

test('[S2.16] connect methods come in the order email, social, wallet', () => {
  expect(featuresOf().connectMethodsOrder).toEqual(['email', 'social', 'wallet'])
})

test('[S2.17] connector types come in the order walletConnect, recent, injected, featured, custom, external, recommended', () => {
  expect(featuresOf().connectorTypeOrder).toEqual([
    'walletConnect',
    'recent',
    'injected',
    'featured',
    'custom',
    'external',
    'recommended',
  ])
})

test('[S2.18] wallet features come in the order on-ramp, swaps, receive, send', () => {
  expect(featuresOf().walletFeaturesOrder).toEqual(['onramp', 'swaps', 'receive', 'send'])
})

test('[S2.19] socials are google, x, farcaster, discord, apple, github, facebook', () => {
  expect(featuresOf().socials).toEqual(['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'])
})

test('overrides only the features that the app sets', () => {
  expect(featuresOf({ email: false, socials: ['github'], connectMethodsOrder: ['wallet'] })).toEqual({
    ...featuresOf(),
    email: false,
    socials: ['github'],
    connectMethodsOrder: ['wallet'],
  })
})

test('treats undefined as not set', () => {
  expect(resolveFeatures({ email: undefined, swaps: undefined } as never)).toEqual(featuresOf())
})

test('[S5.23] when pay is on, email and socials are off', () => {
  expect(featuresOf({ pay: true, email: true, socials: ['google'] })).toMatchObject({
    pay: true,
    email: false,
    socials: false,
  })
  const { modal } = createTestModal()
  updateFeatures(modal, { pay: true })
  expect(modal.getState().features).toMatchObject({ email: false, socials: false })
})

test('updateFeatures changes the named features and keeps the others', () => {
  const { modal } = createTestModal({ features: { swaps: false } })
  updateFeatures(modal, { email: false })
  expect(modal.getState().features).toMatchObject({ email: false, swaps: false, onramp: true })
})

test('updateFeatures keeps features whose new value is undefined', () => {
  const { modal } = createTestModal({ features: { swaps: false } })
  updateFeatures(modal, { swaps: undefined } as never)
  expect(modal.getState().features.swaps).toBe(false)
})

test('turning pay off again restores email and socials', () => {
  const { modal } = createTestModal({ features: { socials: ['google'] } })
  updateFeatures(modal, { pay: true })
  updateFeatures(modal, { pay: false })
  expect(modal.getState().features).toMatchObject({ email: true, socials: ['google'] })
})
