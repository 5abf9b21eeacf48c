import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess() })],
  build: { target: 'es2022' },
  // tests mount components as a page does, not as a server
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: { environment: 'happy-dom' },
}))
