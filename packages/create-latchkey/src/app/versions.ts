/**
 * The versions of third-party packages in new apps: those that this repository tests with. They are exact, so that an app
 * created today and one created next month are the same.
 */
export const versions = {
  '@sveltejs/vite-plugin-svelte': '7.3.1',
  '@tanstack/react-query': '5.108.2',
  '@types/node': '20.19.42',
  '@types/react': '19.3.0',
  '@types/react-dom': '19.3.0',
  '@vitejs/plugin-react': '6.3.0',
  '@vitejs/plugin-vue': '6.0.11',
  'happy-dom': '20.0.0',
  next: '16.4.6',
  react: '19.3.1',
  'react-dom': '19.3.1',
  svelte: '5.57.3',
  'svelte-check': '4.7.8',
  typescript: '6.0.3',
  // the one version of the workspace, which its overrides pin
  viem: '2.57.20',
  vite: '8.3.8',
  vitest: '4.1.12',
  vue: '3.5.45',
  'vue-tsc': '3.3.14',
  wagmi: '3.7.7',
} as const

export type ThirdParty = keyof typeof versions
