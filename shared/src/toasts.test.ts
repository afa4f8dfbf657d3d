import { useToasts } from '@site/shared/toasts'
import { beforeEach, expect, test } from 'vitest'

const { show, dismiss } = useToasts.getState()
const current = () => useToasts.getState().current

beforeEach(dismiss)

test('a toast is an ordinary one unless it says otherwise', () => {
  show({ title: 'Sent', text: 'We will reply.' })
  expect(current()).toMatchObject({ kind: 'default', title: 'Sent', text: 'We will reply.' })
  show({ title: 'Not sent', text: 'Try again.', kind: 'destructive' })
  expect(current()).toMatchObject({ kind: 'destructive', title: 'Not sent' })
})

test('the same toast again is a new one: its time starts anew', () => {
  show({ title: 'Sent', text: 'We will reply.' })
  const first = current()
  show({ title: 'Sent', text: 'We will reply.' })
  expect(current()?.id).not.toBe(first?.id)
})

test('a dismissed toast leaves nothing behind it', () => {
  show({ title: 'First', text: '' })
  show({ title: 'Second', text: '' })
  dismiss()
  expect(current()).toBeNull()
})
