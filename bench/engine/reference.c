/*
 * The nine indicators of the bench as plain loops in C, the same as plain-indicators.ts.
 * usage: reference FILE ROWS RUNS, where FILE holds high, low and close as columns of f64.
 * Prints for each its name, the least and the middle of its times in milliseconds, and its last values.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  const double *high, *low, *close;
  long rows;
} candles;

static double true_range(const candles *c, long row) {
  double top = c->high[row], bottom = c->low[row];
  if (row == 0) return top - bottom;
  double before = c->close[row - 1];
  return (before > top ? before : top) - (before < bottom ? before : bottom);
}

static void sma(const candles *c, double **out) {
  double sum = 0;
  for (long row = 0; row < c->rows; row++) {
    sum += c->close[row];
    if (row >= 20) sum -= c->close[row - 20];
    out[0][row] = row >= 19 ? sum / 20 : NAN;
  }
}

static void ema(const candles *c, double **out) {
  double value = 0;
  for (long row = 0; row < 20; row++) {
    value += c->close[row] / 20;
    out[0][row] = NAN;
  }
  out[0][19] = value;
  for (long row = 20; row < c->rows; row++) {
    value += (2.0 / 21) * (c->close[row] - value);
    out[0][row] = value;
  }
}

static void rsi(const candles *c, double **out) {
  double gain = 0, loss = 0;
  out[0][0] = NAN;
  for (long row = 1; row < c->rows; row++) {
    double change = c->close[row] - c->close[row - 1];
    double rise = change > 0 ? change : 0, fall = change < 0 ? -change : 0;
    if (row <= 14) {
      gain += rise / 14;
      loss += fall / 14;
    } else {
      gain += (rise - gain) * (1.0 / 14);
      loss += (fall - loss) * (1.0 / 14);
    }
    out[0][row] = row < 14 ? NAN : loss == 0 ? 100 : 100 - 100 / (1 + gain / loss);
  }
}

static void atr(const candles *c, double **out) {
  double value = 0;
  for (long row = 0; row < c->rows; row++) {
    double range = true_range(c, row);
    value += row < 14 ? range / 14 : (range - value) * (1.0 / 14);
    out[0][row] = row < 13 ? NAN : value;
  }
}

static void macd(const candles *c, double **out) {
  double fast = 0, slow = 0, smooth = 0;
  for (long row = 0; row < c->rows; row++) {
    double price = c->close[row];
    fast += row < 12 ? price / 12 : (2.0 / 13) * (price - fast);
    slow += row < 26 ? price / 26 : (2.0 / 27) * (price - slow);
    double spread = fast - slow;
    if (row >= 25) smooth += row < 34 ? spread / 9 : (2.0 / 10) * (spread - smooth);
    out[0][row] = row < 25 ? NAN : spread;
    out[1][row] = row < 33 ? NAN : smooth;
    out[2][row] = row < 33 ? NAN : spread - smooth;
  }
}

static void bollinger(const candles *c, double **out) {
  double anchor = c->close[0], sum = 0, squares = 0;
  for (long row = 0; row < c->rows; row++) {
    double coming = c->close[row] - anchor;
    sum += coming;
    squares += coming * coming;
    if (row >= 20) {
      double leaving = c->close[row - 20] - anchor;
      sum -= leaving;
      squares -= leaving * leaving;
    }
    if (row < 19) {
      out[0][row] = out[1][row] = out[2][row] = NAN;
      continue;
    }
    double mean = sum / 20, variance = squares / 20 - mean * mean;
    double reach = 2 * sqrt(variance > 0 ? variance : 0);
    out[0][row] = anchor + mean + reach;
    out[1][row] = anchor + mean;
    out[2][row] = anchor + mean - reach;
  }
}

static void adx(const candles *c, double **out) {
  double range = 0, rise = 0, fall = 0, value = 0;
  out[0][0] = out[1][0] = out[2][0] = NAN;
  for (long row = 1; row < c->rows; row++) {
    double up = c->high[row] - c->high[row - 1], down = c->low[row - 1] - c->low[row];
    double width = true_range(c, row);
    double move_up = up > down && up > 0 ? up : 0, move_down = down > up && down > 0 ? down : 0;
    if (row <= 14) {
      range += width / 14;
      rise += move_up / 14;
      fall += move_down / 14;
    } else {
      range += (width - range) * (1.0 / 14);
      rise += (move_up - rise) * (1.0 / 14);
      fall += (move_down - fall) * (1.0 / 14);
    }
    if (row < 14) {
      out[0][row] = out[1][row] = out[2][row] = NAN;
      continue;
    }
    double above = 100 * rise / range, below = 100 * fall / range, sum = above + below;
    double spread = sum == 0 ? 0 : 100 * fabs(above - below) / sum;
    value += row < 28 ? spread / 14 : (spread - value) * (1.0 / 14);
    out[0][row] = row < 27 ? NAN : value;
    out[1][row] = above;
    out[2][row] = below;
  }
}

static void stochastic(const candles *c, double **out) {
  long top = 0, bottom = 0;
  double raw1 = 0, raw2 = 0, smooth1 = 0, smooth2 = 0;
  for (long row = 0; row < c->rows; row++) {
    if (c->high[row] >= c->high[top]) top = row;
    else if (top <= row - 14) {
      top = row - 13;
      for (long other = top + 1; other <= row; other++)
        if (c->high[other] >= c->high[top]) top = other;
    }
    if (c->low[row] <= c->low[bottom]) bottom = row;
    else if (bottom <= row - 14) {
      bottom = row - 13;
      for (long other = bottom + 1; other <= row; other++)
        if (c->low[other] <= c->low[bottom]) bottom = other;
    }
    double lowest = c->low[bottom];
    double raw = 100 * (c->close[row] - lowest) / (c->high[top] - lowest);
    double smooth = (raw + raw1 + raw2) / 3;
    out[0][row] = row < 15 ? NAN : smooth;
    out[1][row] = row < 17 ? NAN : (smooth + smooth1 + smooth2) / 3;
    raw2 = raw1;
    raw1 = raw;
    smooth2 = smooth1;
    smooth1 = smooth;
  }
}

static void supertrend(const candles *c, double **out) {
  double range = 0, upper = 0, lower = 0, direction = -1;
  for (long row = 0; row < c->rows; row++) {
    double width = true_range(c, row);
    range += row < 7 ? width / 7 : (width - range) * (1.0 / 7);
    if (row < 6) {
      out[0][row] = out[1][row] = NAN;
      continue;
    }
    double middle = (c->high[row] + c->low[row]) / 2, price = c->close[row], before = c->close[row - 1];
    double ceiling = middle + 3 * range, floor = middle - 3 * range;
    lower = row == 6 || floor > lower || before < lower ? floor : lower;
    upper = row == 6 || ceiling < upper || before > upper ? ceiling : upper;
    if (row > 6) direction = direction < 0 ? (price > upper ? 1 : -1) : price < lower ? -1 : 1;
    out[0][row] = direction > 0 ? lower : upper;
    out[1][row] = direction;
  }
}

typedef struct {
  const char *name;
  int lines;
  void (*loop)(const candles *, double **);
} indicator;

static const indicator indicators[] = {
    {"sma", 1, sma},   {"ema", 1, ema},           {"rsi", 1, rsi},
    {"atr", 1, atr},   {"macd", 3, macd},         {"bollinger", 3, bollinger},
    {"adx", 3, adx},   {"stochastic", 2, stochastic}, {"supertrend", 2, supertrend},
};

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  long rows = atol(argv[2]);
  int runs = atoi(argv[3]);
  double *columns = malloc(sizeof(double) * rows * 3);
  double *times = malloc(sizeof(double) * runs);
  double *out[3];
  FILE *file = fopen(argv[1], "rb");
  if (!columns || !times || !file || fread(columns, sizeof(double), rows * 3, file) != (size_t)rows * 3) return 1;
  for (int line = 0; line < 3; line++) {
    out[line] = malloc(sizeof(double) * rows);
    if (!out[line]) return 1;
    memset(out[line], 0, sizeof(double) * rows);
  }
  candles c = {columns, columns + rows, columns + 2 * rows, rows};
  for (size_t place = 0; place < sizeof indicators / sizeof *indicators; place++) {
    const indicator *one = &indicators[place];
    one->loop(&c, out);
    for (int run = 0; run < runs; run++) {
      double started = now_ms();
      one->loop(&c, out);
      times[run] = now_ms() - started;
    }
    qsort(times, runs, sizeof(double), ascending);
    printf("%s %.6f %.6f", one->name, times[0], times[runs / 2]);
    for (int line = 0; line < one->lines; line++) printf(" %.17g", out[line][rows - 1]);
    printf("\n");
  }
  return 0;
}
