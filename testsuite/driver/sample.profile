{
 "schema": 1,
 "key": {
  "cpu": "AMD EPYC (25.17.1)",
  "caches": [
   32768,
   1048576,
   33554432
  ],
  "cores": 2,
  "compiler": "gcc 12.2.0"
 },
 "machine": {
  "ghz": 3.69347,
  "cores": 2,
  "vector_bytes": 64,
  "line": 64,
  "page": 4096,
  "load": 0.33347,
  "store": 0.500283,
  "issue": 0.236231,
  "in_flight": 207.841,
  "region": [
   [
    1,
    1176.59
   ],
   [
    2,
    3111.63
   ]
  ],
  "barrier": [
   [
    1,
    895.494
   ],
   [
    2,
    1459.96
   ]
  ],
  "critical": [
   [
    1,
    16.8713
   ],
   [
    2,
    61.5695
   ]
  ],
  "atomic": [
   [
    1,
    6.16916
   ],
   [
    2,
    13.8871
   ]
  ],
  "single": [
   [
    1,
    897.096
   ],
   [
    2,
    1425.09
   ]
  ],
  "lock": [
   [
    1,
    18.4583
   ],
   [
    2,
    69.7856
   ]
  ],
  "ordered": [
   [
    1,
    20.2293
   ],
   [
    2,
    759.189
   ]
  ],
  "false_sharing": 7.28912,
  "migration": 12.3682,
  "send": 618.843,
  "time_stamp": 93.0158,
  "pipeline": 5.99904,
  "cache": {
   "L1": {
    "bytes": 32768,
    "ways": 8,
    "cores": 1
   },
   "L2": {
    "bytes": 1048580,
    "ways": 8,
    "cores": 1
   },
   "L3": {
    "bytes": 33554400,
    "ways": 16,
    "cores": 2
   }
  },
  "tlb": {
   "L1": {
    "entries": 67.5086,
    "cycles": 0.547138
   },
   "L2": {
    "entries": 3828.98,
    "cycles": 27.5734
   }
  },
  "transfer": {
   "one": {
    "L2": {
     "sequential": 1.04799,
     "near": 1.05111,
     "far": 1.05027,
     "random": 0.529079
    },
    "L3": {
     "sequential": 0.33385,
     "near": 2.59873,
     "far": 0.373324,
     "random": 1.09287
    },
    "memory": {
     "sequential": 3.9245,
     "near": 18.1974,
     "far": 30.1146,
     "random": 28.132
    }
   },
   "all": {
    "L2": {
     "sequential": 1.10442,
     "near": 1.35135,
     "far": 2.84234,
     "random": 0.574806
    },
    "L3": {
     "sequential": 0.371915,
     "near": 3.72298,
     "far": 10,
     "random": 2.67241
    },
    "memory": {
     "sequential": 8.21268,
     "near": 22.1431,
     "far": 28.7198,
     "random": 71.129
    }
   }
  },
  "operation": {
   "add": {
    "i32": {
     "latency": 1.00016,
     "throughput": 0.281532,
     "vector": 0.549103
    },
    "i64": {
     "latency": 1.00014,
     "throughput": 0.281363,
     "vector": 0.548687
    },
    "f32": {
     "latency": 2.99959,
     "throughput": 0.500078,
     "vector": 1.00016
    },
    "f64": {
     "latency": 2.99985,
     "throughput": 0.500078,
     "vector": 1.00016
    }
   },
   "mul": {
    "i32": {
     "latency": 2.99959,
     "throughput": 1.00041,
     "vector": 1.00016
    },
    "i64": {
     "latency": 2.99931,
     "throughput": 1.00042,
     "vector": 1.00014
    },
    "f32": {
     "latency": 2.99987,
     "throughput": 0.500148,
     "vector": 1.00016
    },
    "f64": {
     "latency": 3.00013,
     "throughput": 0.500078,
     "vector": 1.00016
    }
   },
   "div": {
    "i32": {
     "latency": 9.99926,
     "throughput": 5.99919,
     "vector": 96.0312
    },
    "i64": {
     "latency": 11.9994,
     "throughput": 7.00101,
     "vector": 56.0082
    },
    "f32": {
     "latency": 10.9972,
     "throughput": 2.99987,
     "vector": 5.99975
    },
    "f64": {
     "latency": 13.0038,
     "throughput": 4.95506,
     "vector": 9.00023
    }
   },
   "sqrt": {
    "i32": {
     "latency": 20.5566,
     "throughput": 8.99787,
     "vector": 16.0068
    },
    "i64": {
     "latency": 20.5566,
     "throughput": 8.99787,
     "vector": 16.0068
    },
    "f32": {
     "latency": 14.5649,
     "throughput": 5.00018,
     "vector": 10.0038
    },
    "f64": {
     "latency": 20.5566,
     "throughput": 8.99787,
     "vector": 16.0068
    }
   },
   "math": {
    "i32": {
     "latency": 35.73,
     "throughput": 17.3975,
     "vector": 144.491
    },
    "i64": {
     "latency": 35.73,
     "throughput": 17.3975,
     "vector": 144.491
    },
    "f32": {
     "latency": 30.009,
     "throughput": 10.3874,
     "vector": 176.461
    },
    "f64": {
     "latency": 35.73,
     "throughput": 17.3975,
     "vector": 144.491
    }
   }
  },
  "dispatch": {
   "static": [
    [
     1,
     1.35615
    ],
    [
     2,
     2.2758
    ]
   ],
   "static_chunk": [
    [
     1,
     0.523461
    ],
    [
     2,
     0.52492
    ]
   ],
   "dynamic": [
    [
     1,
     10.0581
    ],
    [
     2,
     126.336
    ]
   ],
   "guided": [
    [
     1,
     10.0581
    ],
    [
     2,
     289.346
    ]
   ]
  }
 },
 "measured": {
  "date": "2026-11-21T08:05:13Z",
  "podium": "0.1.0",
  "seconds": 12.1,
  "quick": true,
  "passes": 2,
  "check": 0.0002511560605151786,
  "drift": 0.000251187600198044,
  "load": 1.0063650000000002,
  "noisy": 0.06542056074766354
 },
 "weak": [
  {
   "field": "critical@2",
   "why": "noise: 26 % between passes"
  },
  {
   "field": "lock@2",
   "why": "noise: 25 % between passes"
  },
  {
   "field": "ordered@2",
   "why": "noise: 31 % between passes"
  },
  {
   "field": "false_sharing",
   "why": "noise: 35 % between passes"
  },
  {
   "field": "migration",
   "why": "noise: 47 % between passes"
  },
  {
   "field": "send",
   "why": "noise: 33 % between passes"
  },
  {
   "field": "transfer.all.L3.far",
   "why": "too small to measure here: 10 is that of a generic machine"
  },
  {
   "field": "dispatch.static@2",
   "why": "noise: 28 % between passes"
  },
  {
   "field": "cores",
   "why": "too few cores, 2, to see how costs grow with threads"
  }
 ],
 "time_model": {
  "r": {
   "L1": 3.0011891484662936,
   "L2": 3.0014698170484,
   "L3": 3.0164597351374907,
   "memory": 3.0565251752332134
  },
  "c_w": [
   [
    1,
    960.0141962393492
   ],
   [
    2,
    1564.7211987578305
   ]
  ]
 },
 "patterns": [
  {
   "pattern": "noninterf",
   "n": 24,
   "chunk": 24,
   "threads": 1,
   "cycles": 2086.752442924567,
   "x": [
    77.62301184433164,
    4031.621338732018,
    24,
    1
   ]
  },
  {
   "pattern": "noninterf",
   "n": 24,
   "chunk": 12,
   "threads": 1,
   "cycles": 2106.111189074606,
   "x": [
    77.62301184433164,
    4031.621338732018,
    12,
    1
   ]
  },
  {
   "pattern": "noninterf",
   "n": 24,
   "chunk": 6,
   "threads": 1,
   "cycles": 2158.1290484596466,
   "x": [
    77.62301184433164,
    4031.621338732018,
    6,
    1
   ]
  }
 ],
 "fits": [
  {
   "pattern": "matmul",
   "points": 35,
   "exponents": [
    0.015988923419492002,
    0.8235625206708398,
    -0.0502024962722575,
    1.233363699522949
   ],
   "errors": [
    0.023349583425365257,
    0.020223805066397288,
    0.0723278962584282,
    0.12491846495446182
   ],
   "deviation": 0.24010400633725712,
   "domain": {
    "bytes": [
     7092,
     480180
    ],
    "cycles": [
     7239.218264138679,
     1517515.9353280496
    ]
   },
   "r2": {
    "linear": [
     0.9006260635814419,
     0.0021973846961439447,
     0.8449116946249076,
     0.548645367795809,
     0.3524041067720368
    ],
    "power": [
     0.9996414789292456,
     0.6252255680581518,
     0.9981260261663089,
     0.9552940152817251,
     0.4863922485604648
    ],
    "exponential": [
     0.9534661964342617,
     0.2610996950169815,
     0.4170270353748856,
     0.5842390451527826,
     0.8852487356202189
    ],
    "logarithmic": [
     0.7937046752067074,
     0.045854931646041264,
     0.49044561190797575,
     0.5085310470195143,
     0.21395591045826678
    ],
    "hyperbolic": [
     0.9793222161742958,
     0.9692709842477627,
     0.0002962436155748982,
     0.02477756068821302,
     0.3142903078335507
    ]
   },
   "r2_cycles": {
    "linear": [
     0.8422950715950834,
     -0.5834976018857443,
     0.7538772139145005,
     0.2837070511408626,
     -0.027724850776478904
    ],
    "power": [
     0.9640137326440931,
     -9.955885229789848,
     0.7737711345853923,
     -349.208425183024,
     -0.406307606552905
    ],
    "exponential": [
     -1572.6478527549486,
     -0.9659149666788283,
     -2703826.234070426,
     -20791582273565.664,
     -2.247003818938603
    ],
    "logarithmic": [
     0.672612451520844,
     -0.5142137376834797,
     0.19134492213335852,
     0.2200462330829802,
     -0.2474400364111644
    ],
    "hyperbolic": [
     0.9671846709979375,
     0.9512335185279515,
     -0.5865146839175555,
     -0.5476632053977064,
     -0.08821087104960634
    ]
   }
  }
 ]
}
