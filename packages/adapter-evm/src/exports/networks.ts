export * from '../networkData.js'
