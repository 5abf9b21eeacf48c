import type { FeatureRequest } from '@latchkey/core'

declare module '@latchkey/core' {
  interface Transactions {
    cosmos: { readonly coins: number }
  }
  interface TypedDataByNamespace {
    cosmos: { readonly text: string }
  }
  interface ConnectorFeatures {
    /** A feature that core doesn't know. */
    'memo:keep': (request: FeatureRequest & { readonly memo: string }) => Promise<number>
  }
  interface AdapterFeatures {
    /** A feature that core doesn't know. */
    'height:read': (request: FeatureRequest) => Promise<number>
  }
}
