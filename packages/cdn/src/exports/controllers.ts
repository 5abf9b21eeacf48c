export * from '@latchkey/core/controllers'
