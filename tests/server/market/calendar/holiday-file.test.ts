import { describe, expect, test } from 'vitest'
import { readHolidayFile } from '../../../../server/market/calendar/holiday-file.ts'
import { windowsInWords } from '../../../../src/domain/calendar/holidays/windows-in-words.ts'

const NSE = `"Sr. No \n","Date \n","Day \n","Description \n"`

/** `2027-01-26 Republic Day`, with its hours where it has any; then `5: why`. */
const read = (text: string): readonly string[] => {
  const { days, badRows } = readHolidayFile(text)
  return [
    ...days.map(
      ({ date, name, windows }) => `${date} ${name}${windows === null ? '' : ` ${windowsInWords(windows)}`}`,
    ),
    ...badRows.map(({ line, reason }) => `${line}: ${reason}`),
  ]
}

describe('a list of holidays', () => {
  test.each([
    [
      'dd-MMM-yyyy, as on the exchange’s page',
      'Sr. No,Date,Day,Description\n1,26-Jan-2027,Tuesday,Republic Day',
      ['2027-01-26 Republic Day'],
    ],
    [
      'titles over two lines, byte order mark, CRLF',
      `\uFEFF${NSE}\r\n"1","26-Jan-2027","Tuesday","Republic Day"\r\n`,
      ['2027-01-26 Republic Day'],
    ],
    ['dd-mm-yyyy', '26-01-2027,Republic Day', ['2027-01-26 Republic Day']],
    ['dd/mm/yyyy', '22/03/2027,Holi', ['2027-03-22 Holi']],
    ['yyyy-mm-dd', 'date,name\n2027-01-26,Republic Day', ['2027-01-26 Republic Day']],
    ['26 January 2027', '26 January 2027,Republic Day', ['2027-01-26 Republic Day']],
    ['January 26, 2027 in quotes', '"January 26, 2027",Republic Day', ['2027-01-26 Republic Day']],
    ['January 26, 2027 without quotes', 'January 26, 2027,Republic Day', ['2027-01-26 Republic Day']],
    ['semicolons between the columns', 'Date;Holiday\n26-01-2027;Republic Day', ['2027-01-26 Republic Day']],
    ['tabs', '26-01-2027\tRepublic Day', ['2027-01-26 Republic Day']],
    [
      'commas in quotes',
      '26-01-2027,"Republic Day, all segments"',
      ['2027-01-26 Republic Day, all segments'],
    ],
    ['dates alone', '2027-01-26\n2027-03-22', ['2027-01-26 ', '2027-03-22 ']],
    ['a mark for a footnote', '29-Oct-2027,Diwali Laxmi Pujan*', ['2027-10-29 Diwali Laxmi Pujan']],
    [
      'a line above the titles',
      'Trading holidays 2027\nDate,Description\n26-Jan-2027,Republic Day',
      ['2027-01-26 Republic Day'],
    ],
    ['blank lines', '\n26-Jan-2027,Republic Day\n\n', ['2027-01-26 Republic Day']],
    [
      'hours',
      'Date,Name,Session\n29-Oct-2027,Diwali,18:00-19:00\n26-Jan-2027,Republic Day,',
      ['2027-10-29 Diwali 18:00–19:00', '2027-01-26 Republic Day'],
    ],
    [
      'hours in parts',
      '06-Nov-2027,Drill,09:15-10:00;11:30-12:30',
      ['2027-11-06 Drill 09:15–10:00, 11:30–12:30'],
    ],
    ['hours with another dash', '06-Nov-2027,Drill,9:15 – 10:00', ['2027-11-06 Drill 09:15–10:00']],
    [
      'a day of another month’s length',
      '30-Feb-2027,None\n26-Jan-2027,Republic Day',
      ['2027-01-26 Republic Day', '1: has no readable date'],
    ],
    [
      'a wrong weekday',
      'Date,Day,Name\n26-Jan-2027,Monday,Republic Day\n22-Mar-2027,Mon,Holi',
      ['2027-03-22 Holi', '2: 2027-01-26 is a Tuesday, not a Monday'],
    ],
    [
      'the same day twice',
      '26-Jan-2027,Republic Day\n2027-01-26,Again',
      ['2027-01-26 Republic Day', '2: 2027-01-26 is on line 1 already'],
    ],
    [
      'hours that end before they begin',
      '26-Jan-2027,A,\n29-Oct-2027,B,19:00-18:00',
      ['2027-01-26 A', '2: a session cannot end at 18:00 that begins at 19:00'],
    ],
    [
      'hours that are no hours',
      '26-Jan-2027,A,18:00-19:00\n29-Oct-2027,B,evening',
      [
        '2027-01-26 A 18:00–19:00',
        '2: “evening” is not a session: write 18:00-19:00, several with ; between them',
      ],
    ],
    ['hours at night', '29-Oct-2027,B,23:30-23:45', ['1: a session is between 01:00 and 23:00']],
    [
      'a year of another age',
      '26-Jan-2127,A\n26-Jan-2027,B',
      ['2027-01-26 B', '1: 2127 is not a year from 1990 to 2099'],
    ],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  test.each([
    ['nothing', '', 'The list is empty.'],
    ['no date', 'hello\nworld', 'No row of the list begins with a date'],
    ['no text', '26-Jan-2027,\0', 'The list is not UTF-8 text'],
    ['too much', 'x'.repeat(70_000), 'The list is longer than 64 KB'],
    ['too many rows', '1\n'.repeat(1100), 'The list has more than 1000 rows.'],
  ])('%s is refused as a whole', (_, text, reason) => {
    expect(() => readHolidayFile(text)).toThrow(reason)
  })

  test('says whether it names hours at all', () => {
    expect(
      ['26-Jan-2027,A', '29-Oct-2027,B,18:00-19:00'].map((text) => readHolidayFile(text).hasSessions),
    ).toEqual([false, true])
  })
})
