// TypeScript 6 and newer want to know what `import '@latchkey/ui-react/tokens.css'` is
export {}
