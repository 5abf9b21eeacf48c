import { defineConfig } from 'vitest/config'

export default defineConfig({
  build: { target: 'es2022' },
  test: { environment: 'happy-dom' },
})
