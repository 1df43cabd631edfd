export const listNamePattern = /^[A-Za-z0-9 &]{1,60}$/

export const listNameWords = 'Use letters, digits, spaces and & only'

export const isListName = (name: string): boolean => listNamePattern.test(name) && name.trim() !== ''
