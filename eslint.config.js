import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import {
  coreRestrictedGlobals,
  coreRestrictedProperties,
  innerRestrictions,
  sourceRestrictions,
} from './scripts/lib/lintRules.mjs'

// Biome covers formatting, unused names, React hooks and accessibility. These are the rules that need types, and our own.

const source = ['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}']
const notSource = ['**/*.test.{ts,tsx}', '**/*.test-d.{ts,tsx}', '**/*.d.ts']

export default defineConfig(
  {
    ignores: [
      ...['**/dist/', '**/node_modules/', '**/.turbo/', '**/.reports/', '**/generated/', '**/*.generated.*'],
      // generated next to a stylesheet that a package ships
      'packages/*/styles/*.d.ts',
      // files of apps that do not exist here; the tests create, type-check and build these apps
      'packages/create-latchkey/templates/',
      // tsup and Vite rewrite their configuration for a moment while they read it, and builds run in parallel
      ...['**/*.config.bundled_*.mjs', '**/*.config.*.timestamp-*.mjs'],
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    extends: [tseslint.configs.base],
    rules: {
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-eval': 'error',
      'no-new-func': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-ignore': true, 'ts-nocheck': true, 'ts-expect-error': 'allow-with-description' },
      ],
    },
  },
  {
    name: 'latchkey/typed',
    files: ['**/*.{ts,tsx}', 'scripts/**/*.mjs'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-implied-eval': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    name: 'latchkey/source',
    files: source,
    ignores: notSource,
    rules: { 'no-restricted-syntax': ['error', ...innerRestrictions] },
  },
  {
    name: 'latchkey/exports',
    // the entries of a package, and of what is loaded as a whole
    files: [
      'packages/*/src/exports/**/*.{ts,tsx}',
      'apps/*/src/exports/**/*.{ts,tsx}',
      'packages/core/src/controllers/*/index.ts',
      'packages/adapter-evm/src/{transactions,transfers}/index.ts',
    ],
    ignores: notSource,
    rules: { 'no-restricted-syntax': ['error', ...sourceRestrictions] },
  },
  {
    name: 'latchkey/core',
    files: ['packages/core/src/**/*.ts'],
    // env.ts is the only access to the environment
    ignores: [...notSource, 'packages/core/src/modal/env.ts'],
    rules: {
      'no-restricted-globals': ['error', { globals: coreRestrictedGlobals, checkGlobalObject: true }],
      'no-restricted-properties': ['error', ...coreRestrictedProperties],
    },
  },
)
