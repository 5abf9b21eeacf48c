import type { AdminProject } from '@latchkey/gateway/admin'
import { describe, expect, test } from 'vitest'
import { findProblems, toForm, toGatewaySettings } from './projects.js'

const gateway: AdminProject = {
  id: 'shop',
  source: 'file',
  isInFile: true,
  revision: null,
  updatedAt: null,
  updatedBy: null,
  settings: {
    allowedOrigins: ['https://shop.example'],
    isAnalyticsEnabled: false,
    features: [
      { id: 'social_login', isEnabled: true, config: ['email', 'passkey'] },
      { id: 'swap', isEnabled: true, config: ['1inch'] },
      { id: 'onramp', isEnabled: true, config: ['sandbox', 'meld'] },
      { id: 'branding', isEnabled: true, config: [] },
    ],
  },
}

describe('the form of a project', () => {
  test('keeps the configuration of each feature when it is saved', () => {
    const { features } = toGatewaySettings(toForm({ vault: undefined, gateway }), gateway)
    expect(features).toHaveLength(6)
    expect(features).toEqual(expect.arrayContaining([...(gateway.settings.features ?? [])]))
  })

  test('requires the names of on-ramp providers where buying is on', () => {
    const form = { ...toForm({ vault: undefined, gateway }), name: 'Shop', providers: ' ' }
    expect(findProblems(form)).toEqual({ providers: 'Enter at least one provider.' })
    expect(findProblems({ ...form, enabled: [] })).toEqual({})
    expect(findProblems({ ...form, providers: 'sandbox' })).toEqual({})
  })
})
