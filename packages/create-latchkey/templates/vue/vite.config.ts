import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Latchkey's buttons are custom elements, not components
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('latchkey-') } } })],
  build: { target: 'es2022' },
  test: { environment: 'happy-dom' },
})
