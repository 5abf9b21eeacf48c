import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess() })],
  build: { target: 'es2022' },
})
